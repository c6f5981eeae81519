import { stat } from 'node:fs/promises';

export const fileExists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
