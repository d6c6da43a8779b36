import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeIn, SolidityWorkspace, withChanges } from "../../../support/solidityWorkspace";

const things = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
struct Item { uint256 id; }
library Sums { function twice(uint256 a) internal pure returns (uint256) { return a * 2; } }
`;
const named = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import {Item as Thing, Sums as S} from "./Things.sol";
contract Named {
    Thing kept;
    function put(Thing memory thing) external { kept = thing; kept.id = S.twice(kept.id); }
}
`;
const alsoNamed = named.replace("contract Named", "contract AlsoNamed");
const whole = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import * as T from "./Things.sol";
import "./Things.sol" as Other;
contract Whole {
    T.Item kept;
    function put(Other.Item memory thing) external { kept = T.Item(thing.id); kept.id = T.Sums.twice(kept.id); }
}
`;
const files = { Things: things, Named: named, AlsoNamed: alsoNamed, Whole: whole };

describe("rename across imports under other names", () => {
  let solidity: SolidityWorkspace;
  beforeAll(() => {
    solidity = new SolidityWorkspace(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`contracts/${name}.sol`, text])),
    );
  });
  afterAll(() => solidity.close());

  const renamed = async (file: keyof typeof files, range: string, newName: string, ahead = 0) => {
    const position = placeIn(files[file], range, ahead);
    const answer = await solidity.ask("rename", `contracts/${file}.sol`, { kind: "rename", position, newName });
    expect(answer.refused).toBeUndefined();
    const now = ([name, text]: [string, string]): [string, string] => [
      name,
      withChanges(
        text,
        answer.changes.find(({ path }) => path === solidity.path(`contracts/${name}.sol`))?.changes ?? [],
      ),
    ];
    return Object.fromEntries(Object.entries(files).map(now)) as typeof files;
  };

  it("renames what is imported and leaves its other names alone", async () => {
    const all = await renamed("Things", "Item {", "Entry");
    expect(all.Things).toBe(things.replace("Item", "Entry"));
    expect(all.Named).toBe(named.replace("{Item as", "{Entry as"));
    expect(all.Whole).toBe(whole.replaceAll("T.Item", "T.Entry").replace("Other.Item", "Other.Entry"));
  });

  it("renames the other name of a file, from its import and from where it is used, and in no other file", async () => {
    const wanted = named.replaceAll("Thing", "Piece").replace("Pieces.sol", "Things.sol");
    for (const from of ["Thing,", "Thing kept", "Thing memory"]) {
      const all = await renamed("Named", from, "Piece");
      expect(all).toEqual({ ...files, Named: wanted });
    }
    const library = await renamed("Named", "S.twice", "Doubles");
    expect(library.Named).toBe(named.replace("Sums as S}", "Sums as Doubles}").replace("S.twice", "Doubles.twice"));
  });

  it("leads from the other names to what they mean", async () => {
    const at = async (file: keyof typeof files, range: string) => {
      const position = placeIn(files[file], range);
      const { hover } = await solidity.ask("hover", `contracts/${file}.sol`, { kind: "hover", position });
      return JSON.stringify(hover);
    };
    expect(await at("Named", "Thing kept")).toContain("struct Item");
    expect(await at("Named", "Thing,")).toContain("struct Item");
    expect(await at("Whole", "T.Item kept")).toContain("./Things.sol");
  });

  it("renames the name that an import gives to a whole file", async () => {
    const all = await renamed("Whole", "T.Item kept", "Lib");
    expect(all).toEqual({ ...files, Whole: whole.replace("* as T", "* as Lib").replaceAll("T.", "Lib.") });
    const other = await renamed("Whole", "Other;", "Rest");
    expect(other.Whole).toBe(whole.replace("as Other", "as Rest").replace("Other.Item", "Rest.Item"));
  });
});
