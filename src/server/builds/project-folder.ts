import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));
