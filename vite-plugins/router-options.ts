/**
 * Options to generate the route tree from `src/routes`. The build uses them, and so does
 * `scripts/prepare.ts`, which generates the tree for the type check.
 */
export const routerOptions = {
  target: 'react',
  autoCodeSplitting: true,
  // `errorComponent` is not split off. Without a connection, it could not be downloaded either.
  codeSplittingOptions: { defaultBehavior: [['component'], ['notFoundComponent']] },
  routesDirectory: './src/routes',
  generatedRouteTree: './src/route-tree.gen.ts',
  addExtensions: true,
  quoteStyle: 'single',
  semicolons: false,
  disableLogging: true,
} as const
