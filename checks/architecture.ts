/**
 * Which folder may import which. `checks/architecture.test.ts` fails if an import is not in this table.
 *
 * A folder may import itself, everything in its `mayImport`, and npm packages. `only` narrows a permission to
 * the named files of a folder. `siblings: false` forbids imports between features of the same folder.
 */
export type Folder = {
  mayImport: readonly string[]
  only?: Record<string, readonly string[]>
  siblings?: false
}

/** Returns the paths of files or folders in a folder. */
const under = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`)

const serverEnv = { server: ['server/server-env.ts'] }

// What each layer of the app may import, from the bottom layer up.
const configImports = ['src/lib']
const contractImports = ['src/lib', 'src/config']
const platformImports = [...contractImports, 'src/contract']
const serviceImports = [...platformImports, 'src/platform']
const serviceFolders = [
  ...under('src', 'session', 'account', 'outbox', 'stored-files', 'uploads', 'offline', 'sync-log', 'health'),
  ...under('src', 'learning', 'i18n', 'analytics'),
]
const featureImports = [...serviceImports, ...serviceFolders, 'src/person', 'src/person/form', 'src/ui']

/**
 * The subfolders of the upload worker, from the bottom layer up. Each may import the folders before it. The
 * subfolder `storage` does not belong to this order.
 */
const uploadFolders = ['transport', 'network', 'task', 'files', 'parts', 'remote', 'queue', 'tabs'].map(
  (name) => `src/workers/upload/${name}`,
)
/** What the upload worker uses of the app. */
const uploadWorkerImports = [...serviceImports, 'src/stored-files', 'src/uploads']
const uploadFolderRows = Object.fromEntries(
  uploadFolders.map((folder, index) => [
    folder,
    { mayImport: [...uploadWorkerImports, ...uploadFolders.slice(0, index)] },
  ]),
)

/** What the service worker uses of the app: the parts that store and send without a page. */
const serviceWorkerImports = [
  ...serviceImports,
  ...under('src', 'session', 'outbox', 'stored-files', 'uploads', 'offline', 'sync-log', 'health', 'i18n'),
]

/** What the server and the stand-ins use of the app: the contract, and the folders that it imports. */
const shared = ['src/lib', 'src/config', 'src/contract']

export const architecture: Record<string, Folder> = {
  'src/lib': { mayImport: [] },
  'src/config': { mayImport: configImports },
  'src/contract': { mayImport: contractImports },
  'src/platform': { mayImport: platformImports },
  'src/session': { mayImport: [...serviceImports, 'src/i18n'] },
  'src/uploads': { mayImport: [...serviceImports, 'src/stored-files'] },
  'src/stored-files': { mayImport: serviceImports },
  'src/offline': { mayImport: serviceImports },
  'src/outbox': { mayImport: [...serviceImports, 'src/session'] },
  'src/account': { mayImport: [...serviceImports, 'src/session', 'src/outbox'] },
  ...uploadFolderRows,
  'src/workers/upload/storage': { mayImport: [...uploadWorkerImports, 'src/workers/upload/transport'] },
  'src/workers/upload/testing': { mayImport: [...uploadWorkerImports, ...uploadFolders] },
  'src/workers/upload': {
    mayImport: [...uploadWorkerImports, 'src/health', ...uploadFolders, 'src/workers/upload/storage'],
  },
  'src/i18n': { mayImport: serviceImports },
  'src/analytics': { mayImport: [...serviceImports, 'src/outbox'] },
  'src/sync-log': { mayImport: [...serviceImports, 'src/outbox'] },
  'src/health': { mayImport: serviceImports },
  'src/learning': { mayImport: [...serviceImports, 'src/i18n', 'src/outbox', 'src/analytics'] },
  'src/person': { mayImport: [...serviceImports, 'src/session'] },
  /** Form fields that sign-up and profile share. */
  'src/person/form': { mayImport: [...serviceImports, 'src/account', 'src/i18n', 'src/ui'] },
  'src/ui': { mayImport: ['src/lib', 'src/config', 'src/contract', 'src/i18n'] },
  'src/features': {
    mayImport: featureImports,
    siblings: false,
    // The diagram of a drill is drawn as its film is.
    only: { films: ['films/drawing/film.ts', 'films/drawing/stage.ts'] },
  },
  'src/routes': {
    mayImport: ['src/features', 'src/learning', 'src/ui', 'src/i18n', 'src/config', 'src/lib', 'src/app'],
    only: { 'src/app': ['src/app/services/services.ts'] },
  },
  /** Must work when the rest of the app does not. */
  'src/recover': { mayImport: [], only: { 'src/ui': ['src/ui/styles/tokens.css'] } },
  /** Runs in browsers that cannot run the app. */
  'src/too-old': {
    mayImport: [],
    only: {
      'src/outbox': ['src/outbox/rescue/rescue-cipher.ts', 'src/outbox/rescue/rescue-content.ts'],
      'src/platform': ['src/platform/save-file.ts'],
      'src/recover': ['src/recover/static-page.ts'],
    },
  },
  'src/app': { mayImport: [...featureImports, 'src/features', 'src/routes'] },
  /** Renders the public pages for a visitor. Runs in the build. */
  'src/prerender': { mayImport: [...featureImports, 'src/features'] },
  'src/app-loader.ts': {
    mayImport: ['src/config'],
    only: { 'src/platform': under('src/platform', 'form-without-app.ts', 'when-loaded.ts') },
  },
  'src/main.tsx': {
    mayImport: [...featureImports, 'src/app'],
    only: { 'src/ui': under('src/ui/styles', 'typeface.css', 'tokens.css', 'base.css', 'print.css') },
  },
  'src/service-worker': { mayImport: serviceWorkerImports },
  'src/service-worker.ts': { mayImport: [...serviceWorkerImports, 'src/service-worker'] },
  node: { mayImport: [] },
  'server/db': { mayImport: [...shared, 'node'] },
  'server/http': { mayImport: [...shared, 'server/db'] },
  'server/metrics': { mayImport: [...shared, 'node', ...under('server', 'db', 'http')] },
  'server/traces': { mayImport: [...shared, ...under('server', 'db', 'http', 'auth')] },
  'server/retention': { mayImport: [...shared, ...under('server', 'db', 'http', 'metrics')] },
  'server/auth': { mayImport: [...shared, 'node', ...under('server', 'db', 'http', 'metrics')] },
  'server/site': { mayImport: [...shared, ...under('server', 'http', 'auth')] },
  'server/docs': { mayImport: [...shared, 'server/http'] },
  'server/api': { mayImport: [...shared, 'node', ...under('server', 'db', 'http', 'metrics', 'auth')] },
  'server/resources': {
    mayImport: [...shared, 'node', ...under('server', 'db', 'http', 'metrics', 'auth', 'api')],
  },
  server: {
    mayImport: [
      ...shared,
      'node',
      ...under('server', 'db', 'http', 'metrics', 'traces', 'retention', 'auth'),
      ...under('server', 'site', 'docs', 'api', 'resources'),
    ],
  },
  /** The access rules of the bucket, shared by the stand-in and the AWS stack. */
  'deploy/storage': { mayImport: [] },
  // `deploy/aws` validates settings with the server's own code, so that a setting that the server would
  // refuse at its start is refused before the deployment.
  'deploy/aws': { mayImport: ['deploy/storage', 'src/config', 'src/contract'], only: serverEnv },
  deploy: { mayImport: [] },
  'sandbox/shared': { mayImport: shared },
  'sandbox/aws-json': { mayImport: [...shared, 'sandbox/shared'] },
  'sandbox/mailbox': { mayImport: [...shared, 'sandbox/shared'] },
  'sandbox/scripts': { mayImport: [...shared, 'node', 'sandbox/shared'] },
  'sandbox/object-store': { mayImport: [...shared, 'node', 'sandbox/shared', 'deploy/storage'] },
  'sandbox/person-services': { mayImport: [...shared, 'sandbox/shared'] },
  'sandbox/user-pool': { mayImport: [...shared, ...under('sandbox', 'shared', 'aws-json', 'mailbox')] },
  'sandbox/identity-pool': { mayImport: [...shared, 'node', ...under('sandbox', 'shared', 'aws-json')] },
  'sandbox/loyalty': { mayImport: [...shared, ...under('sandbox', 'shared', 'person-services', 'mailbox')] },
  sandbox: {
    mayImport: [
      ...shared,
      'node',
      ...under('sandbox', 'shared', 'aws-json', 'mailbox', 'scripts', 'object-store', 'person-services'),
      ...under('sandbox', 'user-pool', 'identity-pool', 'loyalty'),
    ],
  },
  /** Coaches and admins reach the product only through its addresses. The texts in `locales` are data. */
  e2e: {
    mayImport: ['scripts', 'node', 'server'],
    only: {
      scripts: [
        ...under('scripts/product', 'environment.ts', 'processes.ts', 'start-product.ts'),
        ...under('scripts/programs', 'chromium.ts', 'engine-programs.ts'),
      ],
      node: ['node/listen.ts'],
      server: under('server/testing', 'compile-cache.ts', 'prepare-data.ts', 'sample-answers.ts'),
    },
  },
  /** Tests our services against the running stand-ins. */
  integration: {
    mayImport: [
      ...shared,
      ...serviceFolders,
      'src/person',
      ...under('src/workers/upload', 'files', 'storage', 'transport'),
      'sandbox',
      ...under('sandbox', 'shared', 'object-store'),
      'server/db',
    ],
    only: {
      server: ['server-env', 'start-server', 'testing/prepare-data', 'testing/sample-answers'].map(
        (name) => `server/${name}.ts`,
      ),
      'src/platform': under(
        'src/platform',
        'network/fetch-with-timeout.ts',
        'storage/testing/memory-key-values.ts',
        'storage/testing/memory-text.ts',
      ),
    },
  },
  /**
   * Measures the system through its addresses, and some parts alone: checksums, admin queries, large tables,
   * phones without a browser.
   */
  'e2e/bench': {
    mayImport: ['e2e', 'node', 'scripts', 'src/lib'],
    only: {
      'src/config': ['src/config/env.ts'],
      'src/contract': [
        ...under('src/contract', 'product-api.ts', 'product-api-client.ts'),
        ...under(
          'src/contract/product-api',
          'admin/admin-filters.ts',
          'delivery-api.ts',
          'headers-and-cookies.ts',
        ),
      ],
      'src/outbox': [
        ...under('src/outbox', 'create-outbox.ts', 'outbox-commands.ts', 'schedule-delivery.ts'),
        ...under('src/outbox', 'events/events.ts', 'testing/in-memory-locks.ts', 'testing/memory-store.ts'),
      ],
      'src/platform': ['src/platform/network/connectivity.ts'],
      'src/sync-log': ['create-reporter', 'schedule-reports', 'testing/memory-sync-log'].map(
        (name) => `src/sync-log/${name}.ts`,
      ),
      'src/workers/upload/files': ['src/workers/upload/files/checksum.ts'],
      'server/api': ['deliver', 'sign-receipt', 'write-entries'].map((name) => `server/api/${name}.ts`),
      'server/db': ['connection/open-postgres', 'database', 'restore/epochs', 'schema'].map(
        (name) => `server/db/${name}.ts`,
      ),
      server: [
        ...under('server/testing', 'prepare-data.ts', 'random-entries.ts', 'spawn-server.ts'),
        ...under('server/testing', 'database/scanned-tables.ts', 'test-identity.ts'),
        ...under('server/testing/programme', 'fill-programme.ts', 'programme-queries.ts'),
        ...under('server/testing/sync-log', 'fill-sync-log.ts', 'sample-report.ts', 'sync-queries.ts'),
      ],
      'server/metrics': ['server/metrics/measures.ts'],
      'server/resources': ['device-cursor', 'device-query', 'log-query', 'overview', 'sync-report'].map(
        (name) => `server/resources/devices/${name}.ts`,
      ),
      'server/retention': ['server/retention/delete-expired.ts'],
    },
  },
  /** Commands combine the parts of the product: its accounts, ports and data. */
  scripts: {
    mayImport: ['e2e', 'films', 'node', 'src/config', 'src/lib', 'vite-plugins'],
    only: {
      checks: ['checks/mutants/mutant.ts', 'checks/mutants/mutants.ts'],
      'deploy/aws': ['deploy/aws/database/database-source.ts', 'deploy/aws/settings.ts'],
      'sandbox/shared': ['demo-accounts', 'settings'].map((name) => `sandbox/shared/${name}.ts`),
      'server/db': ['server/db/restore/read-log-file.ts'],
      server: ['backup/backup', 'testing/spawn-server', 'testing/test-identity'].map(
        (name) => `server/${name}.ts`,
      ),
    },
  },
  /** Draws the films of the modules. */
  films: { mayImport: ['src/config'] },
  'vite-plugins': { mayImport: ['src/config'], only: { 'src/prerender': ['src/prerender/renderer.ts'] } },
  checks: { mayImport: ['src/config', 'src/i18n', 'vite-plugins'] },
}
