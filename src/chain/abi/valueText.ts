/** One argument or result in one line. */
export function valueText(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return /^-?\d+$|^0x[0-9a-fA-F]*$|^[[{]/.test(value) ? value : JSON.stringify(value);
}

/** `set("hello")`: a call as a person reads it. */
export function callText(name: string, values: readonly unknown[]): string {
  return `${name}(${values.map(valueText).join(", ")})`;
}

/** `total: 5, "tea"`: results with their names. */
export function valuesText(values: readonly { readonly name: string; readonly value: unknown }[]): string {
  return values.map(({ name, value }) => (name ? `${name}: ${valueText(value)}` : valueText(value))).join(", ");
}
