/** Files of ours in a chunk, told apart from packages and from what the build makes. */
const isOurs = (id: string): boolean => /[\\/]src[\\/]/.test(id)
const isForAdmins = (id: string): boolean =>
  /[\\/]src[\\/](?:features|routes[\\/]\$locale)[\\/]admin[\\/]/.test(id)

/** A script that only admins need is named so: by that the service worker leaves it out of what every phone stores. */
export const chunkNames = ({ moduleIds }: { moduleIds: string[] }): string => {
  const ours = moduleIds.filter(isOurs)
  return ours.length > 0 && ours.every(isForAdmins)
    ? 'assets/admin-[name]-[hash].js'
    : 'assets/[name]-[hash].js'
}
