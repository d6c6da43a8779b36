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
