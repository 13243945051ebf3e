/** Made by `vite-plugins/catalogues.ts` out of the catalogues: locale code, message id, text. */
declare module 'virtual:built-in-words' {
  export const builtInWords: Record<string, Record<string, string>>
}

/** The same for the page that repairs the app. */
declare module 'virtual:recover-words' {
  export const builtInWords: Record<string, Record<string, string>>
}
