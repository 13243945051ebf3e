import type { Plugin } from 'vite'

/**
 * The styles that several features share: base styles, and shared components. The others have to override
 * rules outside the app's layers: design tokens and print rules by their own specificity, and the toasts
 * those of Sonner.
 */
export const sharedStyles =
  /[\\/]src[\\/](?!ui[\\/](styles[\\/](tokens|print)|feedback[\\/]toaster))(ui|person)[\\/].*\.css$/

/**
 * Puts the shared styles into a cascade layer. A class that a feature gives to a shared component then
 * always overrides the component's own class. Without the layer this would depend on the order of the style
 * sheets, which differs between visits because they are loaded with the scripts that need them.
 */
export const sharedLayer = (): Plugin => ({
  name: 'shared-layer',
  enforce: 'pre',
  transform: {
    filter: { id: sharedStyles },
    handler: (code) => `@layer shared {\n${code}\n}`,
  },
})
