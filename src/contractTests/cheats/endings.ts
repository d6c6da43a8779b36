/** What a test ends with that doesn't count, or is skipped. One that goes on all the same (`try`, `expectRevert`) counts, as in Foundry. */
export const endings = {
  rejected: "the values were rejected by vm.assume",
  skipped: "skipped",
} as const;
