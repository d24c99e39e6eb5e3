"""YAML to a tree with spans. Nothing above this floor knows how YAML is parsed."""
