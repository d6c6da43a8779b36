import * as vscode from "vscode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireSourceFolder } from "../target/sourceFolder";

/** Type of the launch configurations that the debug adapter takes. */
export const debugType = "fisco-bcos";

/** A call that is not sent, as a launch configuration names it (docs/debugging.md). */
export interface DebuggedCall {
  /** `contracts/Coin.sol:Coin`, or a name alone. */
  readonly contract?: string;
  /** Name or signature; `constructor` for the making of the contract. */
  readonly function?: string;
  readonly args?: readonly unknown[];
  readonly constructorArgs?: readonly unknown[];
  /** A deployed contract. */
  readonly to?: string;
  /** In place of function and arguments. */
  readonly data?: string;
  readonly from?: string;
  /** Decimal, in wei. */
  readonly value?: string;
}

/** What is to be debugged. */
export type DebugSubject = { readonly transaction: string } | { readonly call: DebuggedCall };

/**
 * Starts the debugger on a transaction or a call.
 * @param group the chain that has it; without one, the embedded chain
 * @param source a file of what is debugged, whose folder has the sources
 * @throws Cancelled; ChainError usage `noSourcesFolder`
 */
export async function startDebugging(
  name: string,
  subject: DebugSubject,
  group?: ChainGroup,
  source?: vscode.Uri,
): Promise<void> {
  const { origin, name: connection } = group?.connection ?? {};
  const chain = {
    ...(origin === undefined || origin === "embedded" ? {} : { connection }),
    ...(group ? { group: group.groupId } : {}),
  };
  const configuration = { type: debugType, request: "launch", name, ...chain, ...subject };
  await vscode.debug.startDebugging(await requireSourceFolder(source), configuration);
}

/** What the `dev_` methods of chains that are there only for a session want to be shown, by URL. */
class PassingTokens extends Map<string, string> {}

export const passingToken = ({ kept }: Chainside, url: unknown): string | undefined =>
  kept.of(PassingTokens).get(String(url));

/**
 * Debugs something on a chain that lives as long as the session. Ends with the session.
 * @param source a file of what is debugged, whose folder has the sources
 * @param begun told when the debugger has opened
 */
export async function debugUntilEnd(
  { kept }: Chainside,
  name: string,
  subject: DebugSubject,
  { url, devToken, group }: { readonly url: string; readonly devToken?: string; readonly group: string },
  source: vscode.Uri,
  begun: () => void,
): Promise<void> {
  const folder = await requireSourceFolder(source);
  const passingTokens = kept.of(PassingTokens);
  if (devToken !== undefined) passingTokens.set(url, devToken);
  let listening: vscode.Disposable | undefined;
  const ended = new Promise<void>((resolve) => {
    listening = vscode.debug.onDidTerminateDebugSession(({ configuration }) => {
      if (configuration["url"] === url) resolve();
    });
  });
  try {
    const configuration = { type: debugType, request: "launch", name, url, group, ...subject };
    if (!(await vscode.debug.startDebugging(folder, configuration))) return;
    begun();
    await ended;
  } finally {
    listening?.dispose();
    passingTokens.delete(url);
  }
}
