import { expect, it } from "vitest";
import { chainFlags, isFlagOf } from "../../../src/facts/releases/chainFlags";
import { versionNumber } from "../../../src/text/versions";
import { compareRelease } from "../../../tools/releases/compareRelease";

const flags = "bcos-framework/bcos-framework/ledger/Features.h";
const statuses = "bcos-protocol/bcos-protocol/TransactionStatus.h";
const versions = "bcos-framework/bcos-framework/protocol/Protocol.h";
const config = "bcos-tool/bcos-tool/NodeConfig.cpp";
const generator = "tools/BcosAirBuilder/build_chain.sh";

/** A small tree as a node of that release has it, with a file exchanged. */
function treeOf(version: string, made: string, changed: Record<string, (text: string) => string> = {}) {
  const known = chainFlags.filter(({ name }) => isFlagOf(version, name));
  const steps = [...new Set(known.flatMap(({ onWith }) => onWith))];
  const road = steps
    .filter((step) => versionNumber(step) <= versionNumber(version))
    .map((step) => {
      const on = known.filter(({ onWith }) => onWith.includes(step)).map(({ name }) => `Flag::${name},`);
      return `{.to = BlockVersion::V${step.replaceAll(".", "_")}_VERSION, .flags = {${on.join(" ")}}},`;
    });
  const files: Record<string, string> = {
    [flags]: `enum class Flag {\n${known.map(({ name }) => `  ${name},  // why`).join("\n")}\n};\n${road.join("\n")}`,
    [statuses]: "enum class TransactionStatus : int32_t { None = 0, Malformed = 10003, InsufficientFunds = 10015 };",
    [versions]: `MAX_VERSION = V${version.replaceAll(".", "_")}_VERSION,`,
    [config]: `auto a = _pt.get<int>("rpc.listen_port", 20200); auto b = pt.get<size_t>("p2p.max_sessions_per_ip", 32);`,
    [generator]: `default_version="v${made}"`,
  };
  return (path: string): string | undefined => {
    const text = files[path];
    return text === undefined ? undefined : (changed[path]?.(text) ?? text);
  };
}

it("finds nothing in trees that are as the facts say", () => {
  expect(compareRelease(treeOf("3.17.0", "3.16.0"), "3.17.0")).toEqual([]);
  expect(compareRelease(treeOf("3.17.1", "3.17.1"), "3.17.1")).toEqual([]);
});

it("an older tree lacks what the newer release brought, and no more", () => {
  const older = compareRelease(treeOf("3.16.4", "3.16.0"), "3.17.0");
  expect(older.filter((line) => line.endsWith("isn't in the tree"))).toHaveLength(7);
  expect(older).toContain("the newest data version is 3.16.4");
  expect(compareRelease(treeOf("3.16.4", "3.16.0"), "3.16.4")).toEqual([
    "key p2p.max_sessions_per_ip is read, in the facts only since 3.17.0",
  ]);
});

it("names each thing that is new, gone, moved or switched on elsewhere", () => {
  const differences = compareRelease(
    treeOf("3.17.0", "3.17.0", {
      [flags]: (text) =>
        text
          .replace("  bugfix_nonce_ordering,", "  bugfix_of_tomorrow,\n  bugfix_nonce_ordering,")
          .replace("  feature_dmc2serial,  // why\n  feature_sharding,", "  feature_sharding,\n  feature_dmc2serial,")
          .replace("Flag::bugfix_auth_check,", ""),
      [statuses]: (text) => text.replace("};", ", GasPriceTooLow = 10016 };"),
      [config]: (text) => text.replace("p2p.max_sessions_per_ip", "p2p.key_of_tomorrow"),
    }),
    "3.17.0",
  );
  expect(differences).toEqual([
    "flag bugfix_of_tomorrow is new",
    "flags stand in another order",
    "flag bugfix_auth_check comes on with nothing, in the facts with 3.17.0",
    "status 10016 GasPriceTooLow is new",
    "key p2p.key_of_tomorrow is new",
    "the generator makes chains of 3.17.0, in the facts of 3.16.0",
  ]);
});

it("says what a tree lacks, and that a release is unknown", () => {
  expect(compareRelease(() => undefined, "3.17.9")[0]).toBe("release 3.17.9 is unknown");
  expect(compareRelease(() => undefined, "3.17.0")).toHaveLength(6);
});
