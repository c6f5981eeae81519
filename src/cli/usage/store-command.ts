import { Command } from 'commander';

/** The functions of a file of actions by their names. */
type Actions<Name extends string> = Record<Name, (...args: never[]) => Promise<void>>;

/** A command of the owner. */
export class StoreCommand extends Command {
  override createCommand(name?: string): StoreCommand {
    return new StoreCommand(name);
  }

  /** Adds a command with its description, and with what its help shows after the options. */
  add(name: string, description: string, help = ''): StoreCommand {
    const command = this.command(name).description(description);
    return help ? command.addHelpText('after', help) : command;
  }

  /**
   * Names the action of the command, whose file is loaded when it runs, so that help and other commands do not load it. Adds the option
   * `--json` with this help, unless it is empty.
   */
  runs<Name extends string>(load: () => Promise<Actions<Name>>, name: Name, jsonHelp = 'print as JSON'): this {
    if (jsonHelp) this.option('--json', jsonHelp);
    return this.action(async (...args) => (await load())[name](...(args as never[])));
  }
}
