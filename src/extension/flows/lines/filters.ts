/** What the lines of a folder are filtered by, by its id. */
const filters = new Map<string, string>();

export function filterOf(folderId: string): string | undefined {
  return filters.get(folderId);
}

/** An empty text takes the filter away. */
export function setFilter(folderId: string, text: string): void {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") filters.delete(folderId);
  else filters.set(folderId, wanted);
}

/** Whether a text holds every word of the filter. */
export function fits(filter: string, text: string): boolean {
  const lower = text.toLowerCase();
  return filter.split(/\s+/).every((word) => lower.includes(word));
}
