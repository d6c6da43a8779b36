import type { FieldKind } from "../../src/operations/model/fields";

const node = "ab".repeat(64);
export const address = `0x${"1a".repeat(20)}`;

/** Values that are right in form, of which a random agent takes one. */
export const likely: Readonly<Partial<Record<FieldKind, readonly unknown[]>>> = {
  text: ["tx_count_limit", "1000", "t_a", "id"],
  path: ["/apps", "/tables", "/apps/agent", "/sys"],
  node: [node],
  account: [address],
  contract: [address, "/apps/agent"],
  block: ["latest", "0", "1"],
  hash: [`0x${"2b".repeat(32)}`],
  integer: [1, 2, 7],
  amount: ["1", "1.5 ether"],
  flag: [true, false],
  texts: [["id", "name"], ["a"]],
  values: [{ id: "1" }, { name: "x" }],
  arguments: [[], ["1"]],
  conditions: ["id = 1"],
  json: [[], {}],
};
