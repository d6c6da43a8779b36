import type { Answer, PortLook } from "./portLook";

/** Code that ends at once, one that reverts, and one that writes a slot that is empty. */
export const code = { ends: "0x00", reverts: "0x60006000fd", writes: "0x600160005500" } as const;
export const emptyAccount = "0x000000000000000000000000000000000000dead";

export async function estimate(look: PortLook, data: string): Promise<Answer> {
  return look.ask("eth_estimateGas", [{ from: emptyAccount, data }, "latest"]);
}
