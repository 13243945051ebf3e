/** A cloud that is crossed out. The class sets its size and its line. */
export const NoConnectionIcon = ({ className }: { className: string | undefined }) => (
  <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M8 6.2A6 6 0 0 1 17.7 10 4.5 4.5 0 0 1 20.6 17.4M6 8.6a4.8 4.8 0 0 0 1 9.4h9.6M3 3l18 18" />
  </svg>
)
