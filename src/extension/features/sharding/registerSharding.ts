import * as vscode from "vscode";
import { isBfsName } from "../../../chain/abi/bfsLimits";
import type { Address } from "../../../crypto/bytes/hex";
import { signOperation } from "../../flows/operations/signOperation";
import { withNames } from "../../flows/signing/namedAddresses";
import { askContractAddress, askResolvedContract } from "../../flows/target/askContractAddress";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import { askText } from "../../kit/asking/ask";
import { showResult } from "../../kit/asking/showResult";
import type { On, Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.makeShard": On<"group">;
    "chainside.linkShard": On<"contract" | "path" | "group">;
    "chainside.showShard": On<"contract" | "path" | "group">;
  }
}

const service = (): Promise<typeof import("../../../chain/services/sharding/shard")> =>
  import("../../../chain/services/sharding/shard");

const nameRule = (text: string): string | undefined =>
  isBfsName(text.trim())
    ? undefined
    : vscode.l10n.t("Use only letters, digits, and _ - # @ . characters. Start with a letter, a digit, or _.");

/** Which contract it is does not matter to whether sharding is there. */
const anyAddress: Address = "0x0000000000000000000000000000000000001010";

async function makeShard(app: Chainside, group: WritableGroup): Promise<void> {
  const shards = await service();
  // Asked first: where the feature is off, the reason comes before any question and nothing is signed in vain.
  await shards.getContractShard(group.session, anyAddress);
  const title = vscode.l10n.t("Create Shard");
  const name = (
    await askText({ title, prompt: vscode.l10n.t("Enter a name for the new shard"), validate: nameRule })
  ).trim();
  const { makeShardOperation } = await import("../../../operations/shard/shard");
  await signOperation(app, group, makeShardOperation, { name });
  group.notify("bfs");
}

async function linkShard(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const shards = await service();
  const title = vscode.l10n.t("Add Contract to Shard");
  const found = await askResolvedContract(app, group, target, title);
  const contract = found.address;
  await shards.getContractShard(group.session, contract);
  const name = (
    await askText({
      title,
      prompt: vscode.l10n.t("Enter the name of the shard. It's created if it doesn't exist"),
      validate: nameRule,
    })
  ).trim();
  const { linkShardOperation } = await import("../../../operations/shard/shard");
  await signOperation(app, group, linkShardOperation, { name, contract }, { found: [found] });
  group.notify("bfs");
}

async function showShard(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const { getContractShard } = await service();
  const contract = await askContractAddress(app, group, target, vscode.l10n.t("Show Contract's Shard"));
  const shard = await getContractShard(group.session, contract);
  const name = withNames(app, group, contract);
  showResult(
    shard === undefined
      ? vscode.l10n.t("{0} isn't in a shard.", name)
      : vscode.l10n.t("{0} is in shard {1}.", name, shard),
    shard ?? "",
  );
}

/** Contracts that are executed apart from others. */
export function registerSharding(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.makeShard": writes((group) => makeShard(app, group)),
    "chainside.linkShard": writes((group, target) => linkShard(app, group, target)),
    "chainside.showShard": reads((group, target) => showShard(app, group, target)),
  });
}
