/** Made by `vite-plugins/catalogues.ts` out of the catalogues: locale code, message id, text. */
declare module 'virtual:built-in-words' {
  export const builtInWords: Record<string, Record<string, string>>
}
