/** A command that was refused or failed for a reason its owner can fix; only the message is printed. Exit code 1. */
export class CommandFailed extends Error {}

/** A command called with wrong arguments. Exit code 2. */
export class UsageError extends Error {}
