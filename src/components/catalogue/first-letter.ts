/** The first letter of a name, such as "K" of "kurtas" and "क" of "कुर्ते"; '' for a name without letters or digits. */
export const firstLetter = (name: string): string => /[\p{L}\p{N}]/u.exec(name.normalize('NFD'))?.[0].toUpperCase() ?? '';
