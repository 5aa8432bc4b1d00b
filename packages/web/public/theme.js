// Applies the chosen theme before the first paint. A separate file, because pages forbid inline scripts.
try {
  const { theme } = JSON.parse(localStorage.getItem('kifu-settings') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // nothing may be kept here
}
