/**
 * The packages that code in the browser imports. Vite bundles them before the first page is requested; one that it only
 * found then would reload that page. `checks/page-packages.test.ts` compares the list with the imports.
 */
export const pagePackages = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@lingui/core',
  '@lingui/react',
  '@tanstack/react-query',
  '@tanstack/react-query-persist-client',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  'aws-amplify',
  'aws-amplify/adapter-core',
  'aws-amplify/auth',
  'aws-amplify/utils',
  'comlink',
  'hash-wasm',
  'idb-keyval',
  'qr',
  'react',
  'react-dom',
  'react-dom/client',
  'react/compiler-runtime',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'sonner',
  'uuid',
  'valibot',
  'workbox-window',
]
