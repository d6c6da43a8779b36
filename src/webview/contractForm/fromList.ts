import { element, replaceChildren } from "../shared/dom";
import type { FormChoices, FormConnection, FormFunction, FormTexts } from "./messages";

/** Chooses no account: the contract sees no sender. */
const nobody = "";

/**
 * Who makes a call, a dry run or a transaction. What a person has chosen stays; until then it is the signer, and none for what only
 * reads.
 */
interface FromList {
  readonly element: HTMLElement;
  /** Address of the account that is chosen; empty for none. */
  value(): string;
  /** Draws it for a function, or for a deployment where there is none. */
  show(connection: FormConnection, called: FormFunction | undefined): void;
}

/** @param chosen what was chosen, which is changed here; `changed` is told of it */
export function fromList(texts: FormTexts, chosen: FormChoices, changed: () => void): FromList {
  const select = element("select", { id: "from" });
  const label = element("p", { class: "bar from" }, element("label", { for: "from" }, texts.from), " ", select);
  let kind: keyof FormChoices = "writes";
  select.addEventListener("change", () => {
    chosen[kind] = select.value;
    changed();
  });
  return {
    element: label,
    value: () => (label.hidden ? nobody : select.value),
    show({ accounts, signer, writable, callsAsSigner }, called) {
      kind = called?.reads ? "reads" : "writes";
      const mayBeNobody = called !== undefined && callsAsSigner;
      const choices = [
        ...accounts.map(({ address, label: name }) => [address, name] as const),
        ...(mayBeNobody ? [[nobody, texts.noSender] as const] : []),
      ];
      replaceChildren(
        select,
        choices.map(([value, name]) => element("option", { value }, name)),
      );
      const wanted = chosen[kind] ?? (kind === "reads" ? nobody : signer);
      select.value = choices.some(([value]) => value === wanted) ? wanted : signer;
      label.hidden = !writable || accounts.length === 0 || (kind === "reads" && !callsAsSigner);
    },
  };
}
