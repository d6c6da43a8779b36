import { dirname, join } from "node:path";
import * as v from "valibot";
import { isAddress } from "../../crypto/bytes/hex";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { userFile } from "../connection/profiles";
import { writeOwnFile } from "../output/outputFile";

/** As many as the official console keeps. */
const maxKept = 10_000;

const deploymentShape = v.object({
  time: v.pipe(v.string(), v.isoTimestamp()),
  chain: v.string(),
  group: v.string(),
  name: v.string(),
  address: v.pipe(v.string(), v.check(isAddress)),
});

/** A contract that was deployed by a shell of this user. */
export type Deployment = v.InferOutput<typeof deploymentShape>;

/** Beside the user's connections. */
const file = (): string => join(dirname(userFile()), "deployments");

function deploymentOf(line: string): Deployment[] {
  try {
    const read = v.safeParse(deploymentShape, JSON.parse(line));
    return read.success ? [read.output] : [];
  } catch {
    return [];
  }
}

/** What is kept of a group, the newest first; nothing where there is no such file. Lines that can't be read are passed over. */
export async function readDeployments(of: Pick<Deployment, "chain" | "group">): Promise<Deployment[]> {
  return (await readAll()).filter(({ chain, group }) => chain === of.chain && group === of.group).reverse();
}

const maxOffered = 50;

/** Addresses that shells of this user deployed, the newest first, whatever chain they are on: what a command line may go on with. */
export async function deployedAddresses(): Promise<string[]> {
  const addresses = (await readAll()).map(({ address }) => address).reverse();
  return [...new Set(addresses)].slice(0, maxOffered);
}

async function readAll(): Promise<Deployment[]> {
  const text = await readGivenText(file(), maxBytes.configuration).catch(() => "");
  return text.split("\n").flatMap((line) => (line === "" ? [] : deploymentOf(line)));
}

let keeps = false;

/** From now on what this program deploys is kept: only a shell asks for that. */
export function keepDeployments(): void {
  keeps = true;
}

/** Keeps a deployment, where a shell asked for that. The file is its owner's alone; what can't be written isn't kept. */
export async function noteDeployment(deployed: Deployment): Promise<void> {
  if (!keeps) return;
  try {
    const kept = [...(await readAll()), deployed].slice(-maxKept);
    await writeOwnFile(file(), kept.map((each) => `${JSON.stringify(each)}\n`).join(""));
  } catch {
    // a home that can't be written to keeps no log
  }
}
