import { expect, it } from "vitest";
import { shardingAddress } from "../../../../src/devchain/precompiled/host/addresses";
import { MemoryHost } from "./memoryHost";

const [first, second] = ["a".repeat(40), "b".repeat(40)];

it("tells of contracts that are said to be where each other is that they are in no shard", async () => {
  const host = new MemoryHost({ features: ["feature_sharding"] });
  const call = (signature: string, values: readonly string[], returns: string) =>
    host.invoke(shardingAddress, signature, values, returns);
  expect(await call("makeShard(string)", ["s"], "int32")).toEqual([0n]);
  expect(await call("linkShard(string,string)", ["s", first], "int32")).toEqual([0n]);
  await call("setShardInternal(string,string)", [second, `inherent:${first}`], "");
  expect(await call("getContractShard(string)", [second], "int256,string")).toEqual([0n, "s"]);
  await call("setShardInternal(string,string)", [first, `inherent:${second}`], "");
  expect(await call("getContractShard(string)", [first], "int256,string")).toEqual([0n, ""]);
});
