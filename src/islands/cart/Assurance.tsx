/** What holds for every order, beside the button that goes on; nothing where the shop says nothing. */
export function Assurance({ lines }: { lines: readonly string[] }) {
  const said = lines.filter(Boolean);
  if (said.length === 0) return null;
  return (
    <ul className="assurance quiet">
      {said.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
