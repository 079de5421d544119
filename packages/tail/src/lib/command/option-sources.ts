import { UsageError } from "@keywright/cli-kit";
import { OPTIONS, type OptionName, type ValueName, type ValueOf } from "./options.ts";

/** Options from one source, such as the arguments or an object of the configuration file. */
export interface OptionSource {
  readonly values: { readonly [Name in OptionName]?: string | boolean | undefined };
  /** Returns an option as the user wrote it, such as `--since` or `streams.auditlog.since`. */
  nameOf(option: OptionName): string;
}

/** Collects mistakes, so that all are reported. */
export type Mistakes = Set<string>;

/** Options of several sources: an earlier one has precedence. */
export interface OptionValues {
  /** Returns a value. `undefined` if it is absent or invalid; then it is in the mistakes. */
  read<Name extends ValueName>(option: Name): ValueOf<Name> | undefined;
  isSet(option: OptionName): boolean;
  /** Returns an option as the user wrote it, or would write it. */
  nameOf(option: OptionName): string;
}

/** Joins sources, at least one. */
export function joinSources(sources: readonly [OptionSource, ...OptionSource[]], now: number, mistakes: Mistakes): OptionValues {
  const sourceOf = (option: OptionName): OptionSource => sources.find(({ values }) => values[option] !== undefined && values[option] !== false) ?? sources[0];
  const nameOf = (option: OptionName): string => sourceOf(option).nameOf(option);
  return {
    read<Name extends ValueName>(option: Name): ValueOf<Name> | undefined {
      const text = sourceOf(option).values[option];
      if (typeof text !== "string") return undefined;
      return collect(mistakes, () => OPTIONS[option].kind.read(nameOf(option), text, now) as ValueOf<Name>);
    },
    isSet: (option) => sourceOf(option).values[option] !== undefined && sourceOf(option).values[option] !== false,
    nameOf,
  };
}

/** Returns the result of work. A mistake of the user is collected. */
export function collect<Result>(mistakes: Mistakes, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    mistakes.add(error.message);
    return undefined;
  }
}
