import * as vscode from "vscode";
import type { ProposalRequest } from "../../chain/services/governance/propose";
import { askChoice, askText, type Choice } from "../asking/ask";

type Kind = ProposalRequest["kind"];

function kindChoices(): Choice<Kind>[] {
  return [
    { label: vscode.l10n.t("Add or weigh a governor, or remove one"), value: "setGovernorWeight" },
    { label: vscode.l10n.t("Set how many must vote and agree"), value: "setRate" },
    { label: vscode.l10n.t("Set who may deploy"), value: "setDeployAuthType" },
    { label: vscode.l10n.t("Open or close deployment for an account"), value: "modifyDeployAuth" },
    { label: vscode.l10n.t("Give a contract another admin"), value: "resetAdmin" },
    { label: vscode.l10n.t("Set a value of the system config"), value: "setSystemConfig" },
    { label: vscode.l10n.t("Add a sealer"), value: "addSealer" },
    { label: vscode.l10n.t("Add an observer"), value: "addObserver" },
    { label: vscode.l10n.t("Set the weight of a sealer"), value: "setConsensusWeight" },
    { label: vscode.l10n.t("Remove a node from the group"), value: "removeNode" },
    { label: vscode.l10n.t("Replace the vote computer"), value: "upgradeVoteComputer" },
  ];
}

const address = (title: string, prompt: string): Promise<string> =>
  askText({
    title,
    prompt,
    placeHolder: "0x…",
    validate: (text) =>
      /^0x[0-9a-fA-F]{40}$/.test(text.trim()) ? undefined : vscode.l10n.t("An address is 0x and 40 hex digits."),
  }).then((text) => text.trim());

const nodeId = (title: string): Promise<string> =>
  askText({
    title,
    prompt: vscode.l10n.t("Node ID: 128 hex digits, without 0x (file conf/node.nodeid of the node)"),
    validate: (text) =>
      /^[0-9a-fA-F]{128}$/.test(text.trim())
        ? undefined
        : vscode.l10n.t("A node ID has 128 hex digits without 0x; this text has {0} characters.", text.trim().length),
  }).then((text) => text.trim().toLowerCase());

async function whole(title: string, prompt: string, value: string, most = 2_147_483_647): Promise<number> {
  const text = await askText({
    title,
    prompt,
    value,
    validate: (typed) =>
      /^\d{1,10}$/.test(typed.trim()) && Number(typed) <= most
        ? undefined
        : vscode.l10n.t("A whole number from 0 to {0}.", most),
  });
  return Number(text.trim());
}

/** Asks for a proposal, part by part. @throws Cancelled */
export async function askProposal(title: string): Promise<{ request: ProposalRequest; label: string }> {
  const choices = kindChoices();
  const kind = await askChoice(choices, { title, placeHolder: vscode.l10n.t("What shall the committee decide?") });
  const label = choices.find(({ value }) => value === kind)?.label ?? kind;
  return { request: await askDetails(kind, `${title} · ${label}`), label };
}

async function askDetails(kind: Kind, title: string): Promise<ProposalRequest> {
  const weightPrompt = vscode.l10n.t("Voting weight");
  switch (kind) {
    case "setGovernorWeight": {
      const account = await address(title, vscode.l10n.t("Account of the governor"));
      return { kind, account, weight: await whole(title, vscode.l10n.t("Weight; 0 removes the governor"), "1") };
    }
    case "setRate": {
      const participatesRate = await whole(title, vscode.l10n.t("Percent of the weight that must vote"), "50", 100);
      return {
        kind,
        participatesRate,
        winRate: await whole(title, vscode.l10n.t("Percent that must agree"), "50", 100),
      };
    }
    case "upgradeVoteComputer":
      return { kind, address: await address(title, vscode.l10n.t("Address of the new vote computer")) };
    case "setDeployAuthType":
      return {
        kind,
        type: await askChoice(
          [
            { label: vscode.l10n.t("everybody"), value: "none" as const },
            { label: vscode.l10n.t("only accounts that were opened for it"), value: "whiteList" as const },
            { label: vscode.l10n.t("everybody but accounts closed to it"), value: "blackList" as const },
          ],
          { title },
        ),
      };
    case "modifyDeployAuth": {
      const account = await address(title, vscode.l10n.t("Account"));
      const open = await askChoice(
        [
          { label: vscode.l10n.t("may deploy"), value: true },
          { label: vscode.l10n.t("may not deploy"), value: false },
        ],
        { title },
      );
      return { kind, account, open };
    }
    case "resetAdmin": {
      const contract = await address(title, vscode.l10n.t("Address of the contract"));
      return { kind, contract, admin: await address(title, vscode.l10n.t("Account of the new admin")) };
    }
    case "setSystemConfig": {
      const { systemConfigKeys } = await import("../../chain/services/systemConfig/systemConfigKeys");
      const key = await askChoice(
        systemConfigKeys.map((each): Choice<string> => ({ label: each.key, value: each.key })),
        { title },
      );
      return { kind, key, value: await askText({ title, prompt: key }) };
    }
    case "addSealer":
    case "setConsensusWeight":
      return { kind, nodeId: await nodeId(title), weight: await whole(title, weightPrompt, "1") };
    case "addObserver":
    case "removeNode":
      return { kind, nodeId: await nodeId(title) };
  }
}
