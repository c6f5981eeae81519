// The owner's commands, `npm run store -- <command>`.
import '#cli/main.ts';
