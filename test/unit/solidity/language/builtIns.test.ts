import { describe, expect, it } from "vitest";
import { builtInMembers } from "../../../../src/solidity/language/builtInHelp";
import { builtInMember } from "../../../../src/solidity/language/names/builtIns";
import { type Type, value } from "../../../../src/solidity/language/names/types";

/** What a declaration such as `uint256 block.number` or `f(bytes memory data) returns (bool success)` says the member is. */
function typesIn(code: string): string[] {
  const open = code.indexOf("(");
  const returned = code.split("returns (")[1]?.slice(0, -1);
  const parts = open < 0 ? [code] : returned === undefined ? [] : returned.split(", ");
  return parts.map((part) => part.split(" ")[0] ?? "");
}

const named = (type: Type): string => (type.is === "value" ? type.name.replace(" payable", "") : type.is);
const typesOf = (type: Type): string[] => (type.is === "function" ? type.returns.map(named) : [named(type)]);

const holders: Readonly<Record<string, Type>> = {
  msg: { is: "builtIn", name: "msg" },
  tx: { is: "builtIn", name: "tx" },
  block: { is: "builtIn", name: "block" },
  abi: { is: "builtIn", name: "abi" },
  address: value("address"),
};

describe.each(Object.entries(holders))("what %s has", (name, holder) => {
  it.each(builtInMembers(name).filter(([member]) => member !== "decode"))(
    "%s is of the type that its help declares",
    (member, { code }) => {
      const type = builtInMember(holder, member);
      expect(type && typesOf(type)).toEqual(typesIn(code[0] ?? ""));
    },
  );
});
