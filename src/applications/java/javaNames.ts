import { clientError } from "../../errors/clientError";

/** Words that no identifier can be, and names that no class can have. */
const words = new Set(
  `abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for
  goto if implements import instanceof int interface long native new package private protected public return short static strictfp super
  switch synchronized this throw throws transient try void volatile while true false null _`.split(/\s+/),
);
const typeWords = new Set(["var", "record", "yield", "sealed", "permits"]);
/** Packages whose names are written in the classes: nothing may hide them. */
const packages = new Set(["java", "org"]);

/** Whether Java takes the text as the name of a method, a field or a parameter. */
export const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text) && !words.has(text);

/** Whether a class can be called so. */
export const isTypeName = (text: string): boolean => isName(text) && !typeWords.has(text) && !packages.has(text);

/** Classes that every source sees without an import: one of the same name beside it would be taken for them. */
export const languageClasses: ReadonlySet<string> = new Set(
  `Boolean Byte Character Class ClassNotFoundException Deprecated Double Enum Error Exception Float FunctionalInterface
  IllegalArgumentException IllegalStateException Integer Iterable Long Math Number Object Override Process Record
  ReflectiveOperationException Runnable Runtime RuntimeException SafeVarargs Short String StringBuilder SuppressWarnings System Thread
  Throwable Void`.split(/\s+/),
);

/** Methods without parameters that the SDK's contract and every object have. */
export const inheritedMethods =
  `getContractAddress() getDeployReceipt() getTransactionProcessor() getTransactionManager()
  getCurrentExternalAccountAddress() isEnableDAG() setContractAddress(String) convertToNative(List) getClass() notify() notifyAll() wait()
  hashCode() toString() clone() finalize() getABI()`.split(/\s+/);

/** Fields that every client has. */
export const fixedFields = "BINARY_ARRAY BINARY SM_BINARY_ARRAY SM_BINARY ABI_ARRAY ABI LIBRARIES FUNC_DEPLOY".split(
  " ",
);

/** What isn't made of these becomes no name by underscores before it. @throws ChainError usage `notAnIdentifier` */
export function requireNameable(text: string): void {
  if (!/^[\w$]*$/.test(text)) throw clientError("notAnIdentifier", { name: text.slice(0, 100) });
}

/** `transfer` → `Transfer`. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The class of a contract: `my_token` → `MyToken`. */
export function classNameOf(contract: string): string {
  // a contract is called as its file where that alone says its name: `my-token.abi`
  const name = contract
    .replace(/[^\w$]/g, "_")
    .split("_")
    .map((part) => capitalised(part))
    .join("");
  return /^[A-Za-z$]/.test(name) ? name : `_${name}`;
}

/** `uint256[2]` → `Uint256uint2562`: what tells overloads apart in names that the official generator made. */
export function typesSuffix(types: readonly string[]): string {
  return types
    .map((type) => {
      const [base = "", ...lists] = (
        type.startsWith("(") ? `tuple${type.slice(type.lastIndexOf(")") + 1)}` : type
      ).split("[");
      const plain = base.replace(/[^\w$]/g, "");
      return capitalised(plain) + lists.map((list) => plain + list.replace("]", "")).join("");
    })
    .join("");
}

/**
 * Names of one scope. The rule for a name that Java or another name of the class has: an underscore before it, as often as it takes.
 */
export class Names {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /**
   * Takes the name, or the next one that is free and that Java allows. `key` tells names apart, as methods are by their parameters.
   * @throws ChainError usage `notAnIdentifier`
   */
  take(
    wanted: string,
    allowed: (name: string) => boolean = isName,
    key: (name: string) => string = (name) => name,
  ): string {
    for (let name = wanted; ; name = `_${name}`) {
      const own = key(name);
      if (allowed(name) && !this.#taken.has(own)) {
        this.#taken.add(own);
        return name;
      }
      requireNameable(name);
    }
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** All that is taken. */
  all(): ReadonlySet<string> {
    return this.#taken;
  }

  add(name: string): void {
    this.#taken.add(name);
  }
}

/** A name for a parameter, a field or a result: its own, or `param0`. */
export const memberName = (name: string, index: number): string => (name === "" ? `param${index}` : name);
