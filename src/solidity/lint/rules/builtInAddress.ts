import { text } from "../../../text/catalogue";
import { addressOfBuiltIn, isTable, successorOf } from "../source/builtInContracts";
import { type LintSource, unwrapped } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** Every address below is a built-in contract's (docs/protocol/built-in-contracts.md). */
const firstOfPeople = 0x20000n;
const hex = (address: number | bigint): string => `0x${address.toString(16)}`;

/** Interfaces of built-in contracts at addresses where something else stands, or nothing. */
export const builtInAddress: LintRule = {
  id: "builtIn.address",
  severity: "error",
  title: text("built-in contract at a wrong address"),
  *find(source: LintSource): Iterable<Found> {
    for (const { part, contract: inside } of source.of("call")) {
      const type = source.typeOf(part.callee);
      const [given] = part.values;
      if (type.is !== "type" || type.type.is !== "instance" || !given || part.values.length > 1) continue;
      const contract = type.type.of;
      if (contract.kind !== "contract") continue;
      const written = unwrapped(given);
      const address = source.numberOf(written, inside);
      if (address === undefined || address === 0n || address >= firstOfPeople) continue;
      const [{ start, end }, name] = [written, contract.name.text];
      const right = addressOfBuiltIn(contract);
      const successor = successorOf(contract);
      if (right !== undefined && BigInt(right) !== address)
        yield {
          start,
          end,
          message: text("{0} is at {1}, not at {2}.", name, hex(right), hex(address)),
          fix: { title: text("Change to {0}", hex(right)), edits: [{ start, end, text: hex(right) }] },
        };
      else if (successor !== undefined)
        yield {
          start,
          end,
          message: text("{0} is of FISCO BCOS 2 and gone. Its work is done by {1}.", name, successor),
        };
      else if (isTable(contract))
        yield {
          start,
          end,
          message: text(
            "Each table has an address of its own, which openTable of TableManager gives. At {0} there is none.",
            hex(address),
          ),
        };
    }
  },
};
