/** Options to generate the route tree from `src/routes`: for the build, and for the types before it. */
export const routerOptions = {
  target: 'react',
  autoCodeSplitting: true,
  // Without a connection, the component that describes a failure could not be downloaded either.
  codeSplittingOptions: { defaultBehavior: [['component'], ['notFoundComponent']] },
  routesDirectory: './src/routes',
  generatedRouteTree: './src/route-tree.gen.ts',
  addExtensions: true,
  quoteStyle: 'single',
  semicolons: false,
  disableLogging: true,
} as const
