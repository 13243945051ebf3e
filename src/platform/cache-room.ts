/** bytes that stay free for what a coach does: videos are not worth an answer that cannot be saved */
const reserve = 32 * 1024 * 1024

/** Whether so many bytes of media may be kept; a browser that tells nothing is tried. */
export const hasRoomFor = async (
  storage: Pick<StorageManager, 'estimate'> | undefined,
  bytes: number,
): Promise<boolean> => {
  const { quota, usage = 0 } = (await storage?.estimate().catch(() => undefined)) ?? {}
  return quota === undefined || quota - usage >= bytes + reserve
}
