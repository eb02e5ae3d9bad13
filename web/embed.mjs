export async function embed() {}
