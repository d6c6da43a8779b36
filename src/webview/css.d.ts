/** Style sheets are bundled beside a page's script; a renderer of notebooks takes its own as text. */
declare module "*.css" {
  const text: string;
  export default text;
}
