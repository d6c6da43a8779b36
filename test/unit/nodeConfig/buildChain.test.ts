import { describe, expect, it } from "vitest";
import { buildChainArguments, chainPorts, parsePorts } from "../../../src/nodeConfig/buildChain";

const plan = { nodes: 4, p2pPort: 30300, rpcPort: 20200, sm: false, output: "/home/someone/my chain" };

describe("the command line of build_chain.sh", () => {
  it("has an option for what was chosen, and none for what was not", () => {
    expect(buildChainArguments(plan)).toEqual(["-l", "127.0.0.1:4", "-p", "30300,20200", "-o", plan.output]);
    const admin = `0x${"ab".repeat(20)}`;
    expect(buildChainArguments({ ...plan, sm: true, admin, binary: "/opt/fisco-bcos" }).slice(6)).toEqual([
      "-e",
      "/opt/fisco-bcos",
      "-s",
      "-a",
      admin,
    ]);
  });

  it("takes two first ports that leave every node ports of its own", () => {
    expect(parsePorts(" 30300，20200 ", 4)).toEqual({ p2pPort: 30300, rpcPort: 20200 });
    expect(chainPorts({ nodes: 2, p2pPort: 30300, rpcPort: 20200 })).toEqual([30300, 30301, 20200, 20201]);
    for (const wrong of ["30300", "30300,30303", "1024,20200", "65533,20200", "a,b", "30300,20200,1"]) {
      expect(parsePorts(wrong, 4), wrong).toBeUndefined();
    }
  });
});
