/** Shows the pattern of a route, which breaks after its slashes first. */
export const RoutePattern = ({ route }: { route: string }) => (
  <span translate="no">
    {[...route.matchAll(/\/?[^/]+\/?|\//g)].map(({ 0: part, index }) => (
      <span key={index}>
        <span>{part}</span>
        <wbr />
      </span>
    ))}
  </span>
)
