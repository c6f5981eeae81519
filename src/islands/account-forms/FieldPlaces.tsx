interface Props {
  label: string;
  fields: number;
}

/** Where a form's fields will stand while what they hold is being loaded. */
export function FieldPlaces({ label, fields }: Props) {
  return (
    <div className="field-places loading-places" aria-busy="true">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      {Array.from({ length: fields }, (_, place) => (
        <i key={place} />
      ))}
    </div>
  );
}
