/** Any file below `/tables` is a table. */
export const isTablePath = (path: string): boolean => path.startsWith("/tables/");
