/** What holds for every order, beside the button that goes on; nothing where the shop says nothing. */
export function Assurance({ lines }: { lines: readonly (string | undefined)[] }) {
  const said = lines.filter((line) => line !== undefined);
  if (said.length === 0) return null;
  return (
    <ul className="assurance quiet">
      {said.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
