import { KeyFileError } from "../crypto/keyFiles/keyFileError";
import { ChainError } from "../errors/chainError";
import { clientError, excerpt } from "../errors/clientError";
import { sayInEnglish } from "../text/catalogue";

/** What the language itself throws where a value is of another type than a function takes. */
const isOfLanguage = (error: unknown): error is Error =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;

/**
 * What was thrown, as an error of the family: a key file that can't be read, and an argument that can't be used. What the application
 * itself throws (in an account of its own, in a listener, as the reason of a signal) stays what it is.
 */
function asFamily(error: unknown, name: string): unknown {
  if (error instanceof ChainError) return error;
  if (error instanceof KeyFileError) {
    const { code, message, advice } = error;
    return new ChainError({ kind: "usage", code, message, advice: sayInEnglish(advice), cause: error });
  }
  if (!isOfLanguage(error)) return error;
  return clientError("badArgument", { function: name, trouble: excerpt(error.message, 200) }, { cause: error });
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

/**
 * A function of the package that throws nothing but `ChainError`, at once or later; what is no function, and what is a class, as it is.
 * @param name as applications know it
 */
export function inFamily<Value>(name: string, value: Value): Value {
  if (typeof value !== "function" || /^[A-Z]/.test(name)) return value;
  const run = value as unknown as (...args: unknown[]) => unknown;
  const guarded = function (this: unknown, ...args: unknown[]): unknown {
    try {
      const result = run.apply(this, args);
      if (!isThenable(result)) return result;
      return result.then(undefined, (error: unknown) => {
        throw asFamily(error, name);
      });
    } catch (error) {
      throw asFamily(error, name);
    }
  };
  for (const key of ["name", "length"] as const)
    Object.defineProperty(guarded, key, { value: key === "name" ? name : run.length });
  return guarded as Value;
}
