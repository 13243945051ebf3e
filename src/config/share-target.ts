/** Where another app's files arrive: the service worker takes them, the server never sees this address. */
export const shareAddress = '/share-files'
/** The field of the form that has them. */
export const shareField = 'files'

/** What a phone's gallery may share with the app. */
export const sharedTypes = ['video/*', 'image/*', 'application/pdf']

/** What a desktop offers to open with the app, by type and ending. */
export const openedTypes = {
  'video/mp4': ['.mp4', '.m4v'],
  'video/quicktime': ['.mov'],
  'video/webm': ['.webm'],
  'video/x-matroska': ['.mkv'],
}
