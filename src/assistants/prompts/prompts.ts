import { getProposal } from "../../chain/services/governance/proposal";
import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { fenced, harmless } from "../answers/answer";
import { withoutSecrets } from "../answers/withoutSecrets";
import { noSuchResource } from "../resources/resource";
import { type ResourceFolders, readChainResource } from "../resources/resources";

interface Prompt {
  readonly title: LocalizableText;
  readonly description: LocalizableText;
  readonly argument: { readonly name: string; readonly description: LocalizableText };
  /** What is said to the model; what isn't ours stands between marks. */
  readonly say: (places: ResourceFolders, given: string) => Promise<string>;
}

const maxConfig = 200_000;

const prompts: Readonly<Record<string, Prompt>> = {
  diagnose_transaction: {
    title: text("Diagnose a failed transaction"),
    description: text("Why a transaction failed, and what to do"),
    argument: { name: "hash", description: text("Transaction hash") },
    say: async ({ session }, hash) => {
      const opened = await session();
      const record = await readChainResource(
        opened,
        `${encodeURIComponent(opened.groupId)}/transaction/${encodeURIComponent(hash)}`,
      );
      return [
        t(
          "Explain why this transaction failed and what its sender can do. Start with the receipt's status and message. Read more with the tools where that helps: the contract's ABI, permissions, the accounts involved. Change nothing.",
        ),
        fenced(record),
      ].join("\n\n");
    },
  },
  explain_config: {
    title: text("Explain a config.ini"),
    description: text("What a node's configuration says, key by key, and what is risky"),
    argument: { name: "path", description: text("Path of the file in the workspace") },
    say: async ({ workspace }, path) => {
      if (!workspace) throw noSuchResource(path);
      const source = await workspace.read(path);
      const { shown, keys } = withoutSecrets(source.slice(0, maxConfig));
      return [
        t(
          "Explain this config.ini of a FISCO BCOS node: what it does, what differs from the usual, and what is risky. Values of secret keys are left out. The meaning of its keys:",
        ),
        keys.join("\n"),
        fenced(shown),
      ].join("\n\n");
    },
  },
  review_proposal: {
    title: text("Review a proposal"),
    description: text("What a proposal of the committee would change, and what speaks for and against it"),
    argument: { name: "id", description: text("Number of the proposal") },
    say: async ({ session }, id) => {
      if (!/^\d{1,9}$/.test(id)) throw noSuchResource(id);
      const proposal = await getProposal(await session(), Number(id));
      return [
        t(
          "Review this proposal of the chain's committee: what it would change, who it affects, whether it can be undone, and what to check before a vote. Read more with the tools where that helps. Don't vote: the person decides.",
        ),
        fenced(JSON.stringify(harmless(proposal), undefined, 2)),
      ].join("\n\n");
    },
  },
};

/** What a client lists. */
export const promptHeads = () =>
  Object.entries(prompts).map(([name, { title, description, argument }]) => ({
    name,
    title: say(title),
    description: say(description),
    arguments: [{ name: argument.name, description: say(argument.description), required: true }],
  }));

/**
 * The text of a prompt.
 * @throws WrongField; ChainError of the chain
 */
export async function promptText(
  places: ResourceFolders,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<string> {
  const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
  if (!prompt) throw noSuchResource(name);
  return prompt.say(places, given[prompt.argument.name] ?? "");
}
