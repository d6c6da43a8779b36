import { describe, expect, it } from "vitest";
import { expandCommand } from "../../../../../src/extension/features/expansion/addNodeFolder";

const words = { script: "/t/build_chain.sh", config: "/c", authority: "/ca", output: "/n/node4", sm: false };

describe("making one more node with build_chain.sh", () => {
  it("names the program that lies beside the nodes, so that nothing is downloaded", () => {
    expect(expandCommand({ ...words, program: "/n/fisco-bcos" })).toEqual(
      "/t/build_chain.sh -C expand -c /c -d /ca -o /n/node4 -e /n/fisco-bcos".split(" "),
    );
  });

  it("leaves it to the script where there is none, and says that the chain speaks SM", () => {
    expect(expandCommand({ ...words, program: undefined, sm: true })).toEqual(
      "/t/build_chain.sh -C expand -c /c -d /ca -o /n/node4 -s".split(" "),
    );
  });
});
