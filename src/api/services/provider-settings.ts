export interface ProviderSetting {
  /** Environment variable, such as `EXAMPLEPAY_KEY`. That of a payment provider begins with its name in capitals. */
  name: string;
  /** What `store setup` asks and shows as help of the flag; a setting without it is not asked. */
  question?: string;
  /** What the question says about an empty answer, such as "(Enter for none)". */
  ifEmpty?: string;
  /** Keys are not shown while they are typed. */
  isSecret?: boolean;
  /** The shop does not start without it once the first setting has a value. */
  isRequired?: boolean;
  /** Its value must be an http or https URL. */
  isUrl?: boolean;
  /**
   * Finds what is wrong with its value; `undefined` if nothing is. The sentence begins with the setting's name. Called once the first setting has
   * a value, also without a value of this one.
   */
  findProblem?: (value: string | undefined) => string | undefined;
}

/** All settings of a provider. A value of the first turns the provider on. */
export type ProviderSettings = readonly [ProviderSetting, ...ProviderSetting[]];

/** The values of a provider's settings by their names; a setting without a value is absent. */
export type ProviderValues = Readonly<Record<string, string>>;

export interface ProviderWarning {
  finding: string;
  fix: string;
}
