/** What Vite makes of imports that say how they are meant. */
declare module '*?worker&url' {
  /** The address of the script of a worker. */
  const url: string;
  // biome-ignore lint/style/noDefaultExport: Vite gives it so
  export default url;
}
