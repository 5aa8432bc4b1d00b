// Before anything is drawn: the theme that was chosen. A script of its own, as pages run none of their text.
try {
  const { theme } = JSON.parse(localStorage.getItem('kifu-settings') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // nothing may be kept here
}
