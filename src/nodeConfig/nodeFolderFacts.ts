/** What the small files of a node folder say, whoever read them (docs/protocol/config-ini.md, "Access lists"). */

/**
 * The release that a node printed when it started last, `3.16.0`: every start writes a banner into `nohup.out`. Takes that file's
 * text, of which the end is enough.
 */
export function startedVersion(nohup: string | undefined): string | undefined {
  const banners = nohup?.match(/FISCO BCOS Version\s*:\s*v?\d+\.\d+\.\d+/g);
  return banners?.at(-1)?.match(/\d+\.\d+\.\d+/)?.[0];
}

/** The digits in an identity file (`conf/*.nodeid`), lower case; `undefined` when it holds no ID of that many digits. */
export function identityInFile(content: string | undefined, digits?: 128 | 512): string | undefined {
  const id = content?.trim().toLowerCase();
  return id !== undefined && /^[0-9a-f]+$/.test(id) && (digits === undefined || id.length === digits) ? id : undefined;
}

/** The report that a node writes after each block it commits (docs/protocol/node-folders.md, "Logs"). */
const report = /^[^|\n]*\|(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[^\n]*\^Report\b[^\n]*?\bcommittedIndex=(\d+)/gm;

/** The last height that a node's log tells of, and when it was written there (local time of the node). */
export function heightInLog(text: string): { height: bigint; at: string } | undefined {
  const last = [...text.matchAll(report)].at(-1);
  return last?.[1] && last[2] ? { at: last[1], height: BigInt(last[2]) } : undefined;
}
