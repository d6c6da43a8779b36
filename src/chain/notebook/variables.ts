/** The value of `$name`, in words: of a variable, or a part of one (`row.price`, `list[0]`). */
export type Variables = (reference: string) => string;

const variableStart = /[A-Za-z_]/;

/** Names of variables are those of scenarios. */
export const isVariable = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(text);

/** The reference behind a dollar: `name`, with `.member` and `[0]` that follow at once. */
function referenceAt(text: string, start: number): string {
  const [name = ""] = /^[A-Za-z0-9_]+/.exec(text.slice(start)) ?? [];
  let reference = name;
  for (;;) {
    const [part] = /^(?:\.[A-Za-z0-9_]+|\[\d{1,9}\])/.exec(text.slice(start + reference.length)) ?? [];
    if (part === undefined) return reference;
    reference += part;
  }
}

/** Puts in what `$name` stands for; `$$` is a dollar. In brackets, a text gets the quotes that it needs. */
export function withVariables(text: string, variables: Variables): string {
  const bracketed = /^[[{]/.test(text);
  let filled = "";
  for (let at = 0; at < text.length; at++) {
    const [letter = "", next = ""] = [text[at], text[at + 1]];
    if (letter !== "$") filled += letter;
    else if (next === "$") {
      filled += "$";
      at++;
    } else if (variableStart.test(next)) {
      const reference = referenceAt(text, at + 1);
      const value = variables(reference);
      filled += bracketed && !/^(?:[\w.+-]+|[[{].*)$/s.test(value) ? JSON.stringify(value) : value;
      at += reference.length;
    } else filled += letter;
  }
  return filled;
}
