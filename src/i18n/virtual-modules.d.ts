/** Made by `vite-plugins/catalogues.ts` out of the catalogues: locale code, message id, text. */
declare module 'virtual:built-in-messages' {
  export const builtInMessages: Record<string, Record<string, string>>
}

/** The same for the page that repairs the app. */
declare module 'virtual:recover-messages' {
  export const builtInMessages: Record<string, Record<string, string>>
}
