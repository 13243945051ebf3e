/** Shows the pattern of a route. If it does not fit in one line, it breaks after a slash where possible. */
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
