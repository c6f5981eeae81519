/** A command that was refused or failed in a way its owner can fix; the message is all they need. The process ends with 1. */
export class CommandFailed extends Error {}

/** A command that was called wrongly. The process ends with 2. */
export class UsageError extends Error {}
