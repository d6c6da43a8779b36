import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { text } from "../../text/catalogue";
import { isChainVersion } from "../../text/versions";
import type { Check } from "../../yaml/check";
import { textOf, type YamlValue } from "../../yaml/value";
import type { ChainVariant } from "./scenario";

const axes = ["suite", "auth", "executor", "nodeVersion", "compatibility"] as const;
type Axis = (typeof axes)[number];

/** More chains than that aren't waited for. */
const max = 64;

/** One property of a chain; an empty object when it is wrong. */
function readAxis(check: Check, axis: Axis, value: YamlValue): ChainVariant {
  if (axis === "suite") {
    const suite = check.oneOf(value, axis, ["standard", "sm"]);
    return suite ? { suite } : {};
  }
  if (axis === "auth") {
    const auth = check.oneOf(value, axis, ["true", "false"]);
    return auth ? { auth: auth === "true" } : {};
  }
  if (axis === "executor") {
    const executor = check.oneOf(value, axis, ["0", "1"]);
    return executor ? { executor: executor === "0" ? 0 : 1 } : {};
  }
  const version = check.word(value, axis);
  if (version === undefined || isChainVersion(version)) return version === undefined ? {} : { [axis]: version };
  check.complain(value.place, text("A version must look like 3.16.4, not {0}.", version));
  return {};
}

/** `chain:`: what every run has in common. */
export function readChain(check: Check, value: YamlValue | undefined): ChainVariant {
  let variant: ChainVariant = {};
  for (const { key, value: given } of check.entries(value, "chain", [...axes, "features"])) {
    const axis = axes.find((each) => each === key);
    if (axis) variant = { ...variant, ...readAxis(check, axis, given) };
    if (key !== "features") continue;
    const features = check.items(given, key).flatMap((item) => check.word(item, key) ?? []);
    variant = { ...variant, features };
  }
  return variant;
}

/** `matrix:`: every combination of the values of its lists, each over what `chain` says. */
export function readVariants(check: Check, common: ChainVariant, matrix: YamlValue | undefined): ChainVariant[] {
  let variants: ChainVariant[] = [common];
  for (const { key, value, place: position } of check.entries(matrix, "matrix", axes)) {
    const axis = axes.find((each) => each === key);
    const values = check.items(value, key);
    if (!axis || values.length === 0) continue;
    if (variants.length * values.length > max) {
      check.complain(position, text("The matrix has more than {0} combinations.", max));
      return [common];
    }
    const read = values.map((item) => readAxis(check, axis, item));
    variants = variants.flatMap((variant) => read.map((one) => ({ ...variant, ...one })));
  }
  return variants;
}

/** Where a flavour of a scenario stands for others: what was asked for on the command line replaces it, and doubles go. */
export function narrowed(variants: readonly ChainVariant[], asked: ChainVariant): ChainVariant[] {
  const all = variants.map((variant) => ({ ...variant, ...asked }));
  const seen = new Set<string>();
  return all.filter((variant) => {
    const words = variantText(variant);
    return !seen.has(words) && seen.add(words);
  });
}

/** Whether a chain that is there is one of those that a scenario is for; versions and executor are not compared. */
export const fitsChain = (
  variants: readonly ChainVariant[],
  { suite, authEnabled }: { readonly suite: { readonly name: CryptoSuiteName }; readonly authEnabled: boolean },
): boolean =>
  variants.some(
    (variant) =>
      (variant.suite === undefined || variant.suite === suite.name) &&
      (variant.auth === undefined || variant.auth === authEnabled),
  );

/** `sm, auth, executor 1`: a chain in a few words. */
export function variantText({
  suite = "standard",
  auth,
  executor,
  nodeVersion,
  compatibility,
  features = [],
}: ChainVariant): string {
  return [
    suite,
    ...(auth ? ["auth"] : []),
    ...(executor === undefined ? [] : [`executor ${executor}`]),
    ...(nodeVersion === undefined ? [] : [`node ${nodeVersion}`]),
    ...(compatibility === undefined ? [] : [`compatibility ${compatibility}`]),
    ...features,
  ].join(", ");
}

/** Whether a text may stand where a version is expected; only what is written out can be judged. */
export const writtenOut = (value: YamlValue): boolean => !(textOf(value) ?? "").includes("${");
